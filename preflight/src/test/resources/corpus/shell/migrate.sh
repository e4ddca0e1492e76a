#!/usr/bin/env bash
# after a public deployment script with a migration job (github.com, co-panion)
cd ../../
docker build -f apps/$APP_NAME/Dockerfile -t $IMAGE_NAME .
docker push $IMAGE_NAME

JOB_NAME="job-migrate-${APP_NAME}"
az containerapp job delete \
  --name $JOB_NAME \
  --resource-group $RESOURCE_GROUP \
  --yes || true
az containerapp job create \
  --name $JOB_NAME \
  --resource-group $RESOURCE_GROUP \
  --environment $ENV_NAME \
  --trigger-type Manual \
  --replica-timeout 300 \
  --replica-retry-limit 1 \
  --image $IMAGE_NAME \
  --cpu "0.25" \
  --memory "0.5Gi" \
  --env-vars "DATABASE_URL=secretref:db-url" \
  --secrets "db-url=$DATABASE_URL" \
  --command "pnpm" "migrate" "deploy"
EXECUTION_ID=$(az containerapp job start \
  --name $JOB_NAME \
  --resource-group $RESOURCE_GROUP \
  --query "name" -o tsv)
status="Running"
while [ "$status" != "Succeeded" ] && [ "$status" != "Failed" ]; do
  sleep 10
  status=$(az containerapp job execution show -n $JOB_NAME -g $RESOURCE_GROUP --job-execution-name $EXECUTION_ID --query "properties.status" -o tsv)
done
