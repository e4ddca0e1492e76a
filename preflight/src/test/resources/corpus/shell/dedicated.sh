#!/bin/bash
# after a public guide to Spring on workload profiles (github.com, quarkus-getting-started)
RESOURCE_GROUP=letters-`date +%F`
LOCATION=eastus
ENVIRONMENT=`date +%F`
az containerapp env create \
  --resource-group $RESOURCE_GROUP \
  --name $ENVIRONMENT \
  --location $LOCATION \
  --enable-workload-profiles
az containerapp env workload-profile set \
  --resource-group $RESOURCE_GROUP \
  --name $ENVIRONMENT \
  --workload-profile-name mine \
  --workload-profile-type D4 \
  --min-nodes 1 \
  --max-nodes 2
ENV_ID=$(az containerapp env show \
  --resource-group $RESOURCE_GROUP \
  --name $ENVIRONMENT \
  --query id \
  --output tsv)
az containerapp create -n letters -g $RESOURCE_GROUP --environment $ENV_ID --image r.io/letters:1 \
  --workload-profile-name mine --cpu 2 --memory 8Gi
