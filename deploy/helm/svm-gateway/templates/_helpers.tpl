{{- define "svm-gateway.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "svm-gateway.selector" -}}
app.kubernetes.io/name: svm-gateway
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: gateway
{{- end -}}

{{- define "svm-gateway.redisSelector" -}}
app.kubernetes.io/name: svm-gateway
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: redis
{{- end -}}

{{- define "svm-gateway.labels" -}}
app.kubernetes.io/name: svm-gateway
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- /* The configuration of a pod: what the chart knows, and over it what the values say. */ -}}
{{- define "svm-gateway.config" -}}
{{- $name := include "svm-gateway.fullname" . -}}
{{- $hosts := list $name (printf "%s.%s" $name .Release.Namespace) (printf "%s.%s.svc" $name .Release.Namespace) (printf "%s.%s.svc.cluster.local" $name .Release.Namespace) -}}
{{- if .Values.ingress.enabled -}}
{{- $hosts = concat $hosts .Values.ingress.hosts -}}
{{- end -}}
{{- $server := dict "host" "0.0.0.0" "allowed_hosts" $hosts "trust_proxy" (ternary 1 0 .Values.ingress.enabled) "network_admin" "off" "memory_mb" 256 "shutdown_timeout_ms" 20000 -}}
{{- $defaults := dict "server_config" $server -}}
{{- if .Values.redis.enabled -}}
{{- $_ := set $defaults "redis" (dict "url" (printf "redis://%s-redis:6379" $name)) -}}
{{- end -}}
{{- mergeOverwrite $defaults (deepCopy .Values.config) | toPrettyJson -}}
{{- end -}}
