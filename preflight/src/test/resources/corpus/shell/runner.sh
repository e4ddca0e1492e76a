#!/bin/sh
# after a public bicep script that makes a placeholder agent (github.com, AZP_PLACEHOLDER)
az login --identity
az extension add --name containerapp --upgrade --only-show-errors
az containerapp job create -n 'placeholder' -g $4 --environment $7 --trigger-type Manual --replica-timeout 300 --replica-retry-limit 1 --replica-completion-count 1 --parallelism 1 --image "$1.azurecr.io/$2" --cpu "2.0" --memory "4Gi" --secrets "organization-url=$5" --env-vars "USRMI_ID=$6" "AZP_URL=$5" "AZP_POOL=$3" "AZP_PLACEHOLDER=1" --registry-server "$1.azurecr.io" --registry-identity "$8"
az containerapp job start -n "placeholder" -g $4
