#!/bin/bash
# after a public guide from an empty group to a job (github.com, shipdoc)
RG=letters-rg
LOC=swedencentral
az group create --name $RG --location $LOC
az acr create --resource-group $RG --name $ACR --sku Basic
az containerapp env create --name letters-env --resource-group $RG --location $LOC
az containerapp job create \
  --name letters-run --resource-group $RG --environment letters-env \
  --image $ACR_SERVER/letters:v1 \
  --registry-server $ACR_SERVER --registry-username $ACR --registry-password "$ACR_PASS" \
  --trigger-type Manual --replica-timeout 1800 --replica-retry-limit 1 \
  --cpu 0.5 --memory 1.0Gi \
  --secrets db-url="postgresql+psycopg://admin:$PGPASS@$PG.postgres.database.azure.com:5432/letters?sslmode=require" \
            model-key="$MODEL_KEY" \
  --env-vars DATABASE_URL=secretref:db-url MODEL_KEY=secretref:model-key \
  --command letters --args run,--quiet
