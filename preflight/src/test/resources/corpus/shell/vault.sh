#!/bin/sh
# after a public plan for a migration job with secrets of a key vault (github.com, fdv2)
az acr build --registry lettersacr --image letters:1.2 --file Dockerfile .
az containerapp job create \
  --name letters-migrate \
  --resource-group letters-rg \
  --environment letters-env \
  --trigger-type Manual \
  --replica-timeout 300 \
  --image lettersacr.azurecr.io/letters:1.2 \
  --registry-server lettersacr.azurecr.io \
  --registry-identity $IDENTITY_ID \
  --user-assigned $IDENTITY_ID \
  --cpu 0.25 \
  --memory 0.5Gi \
  --command "npm" "run" "migrate" \
  --env-vars \
    "NODE_ENV=production" \
    "AZURE_CLIENT_ID=$IDENTITY_CLIENT_ID" \
    "DATABASE_URL=secretref:database-url" \
  --secrets \
    "database-url=keyvaultref:https://letters.vault.azure.net/secrets/DATABASE-URL,identityref:$IDENTITY_ID"
