#!/bin/bash
# after MicrosoftDocs/azure-docs, articles/container-apps, functions on serverless GPUs
az group create --name letters-rg --location swedencentral
az containerapp env create \
  --name letters-env \
  --resource-group letters-rg \
  --location swedencentral
az containerapp env workload-profile add \
  --name letters-env \
  --resource-group letters-rg \
  --workload-profile-name gpu-t4 \
  --workload-profile-type Consumption-GPU-NC8as-T4
az containerapp create \
  --name letters-fn \
  --resource-group letters-rg \
  --environment letters-env \
  --image lettersacr.azurecr.io/gpu-function:v1 \
  --registry-server lettersacr.azurecr.io \
  --workload-profile-name gpu-t4 \
  --cpu 8.0 \
  --memory 56.0Gi \
  --ingress external \
  --target-port 80 \
  --kind functionapp \
  --min-replicas 0 \
  --max-replicas 5
