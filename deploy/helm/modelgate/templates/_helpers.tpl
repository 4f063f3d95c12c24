{{- define "modelgate.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 45 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 45 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "modelgate.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "modelgate.labels" -}}
{{ include "modelgate.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "modelgate.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{- define "modelgate.secretName" -}}
{{- .Values.secret.existingSecret | default (include "modelgate.name" .) -}}
{{- end -}}

{{- define "modelgate.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (include "modelgate.name" .) -}}
{{- end -}}

{{/* What is secret in the environment, one entry a line. */}}
{{- define "modelgate.secretData" -}}
{{- $secret := .Values.secret -}}
{{- if not (hasKey .Values.env "DATABASE_URL_FILE") }}
DATABASE_URL: {{ required "secret.databaseUrl is needed, or secret.existingSecret" $secret.databaseUrl | quote }}
{{- end }}
{{- if not (hasKey .Values.env "MODELGATE_SECRET_KEY_FILE") }}
MODELGATE_SECRET_KEY: {{ required "secret.secretKey is needed, or secret.existingSecret: openssl rand -base64 32" $secret.secretKey | quote }}
{{- end }}
{{- with $secret.redisUrl }}
REDIS_URL: {{ . | quote }}
{{- end }}
{{- with $secret.metricsToken }}
MODELGATE_METRICS_TOKEN: {{ . | quote }}
{{- end }}
{{- with $secret.adminPassword }}
MODELGATE_ADMIN_PASSWORD: {{ . | quote }}
{{- end }}
{{- range $name, $value := $secret.env }}
{{ $name }}: {{ $value | toString | quote }}
{{- end }}
{{- end -}}

{{/* What changes here lets the pods of both programs be replaced. */}}
{{- define "modelgate.checksums" -}}
checksum/config: {{ .Values.config | toJson | sha256sum }}
checksum/secret: {{ .Values.secret | toJson | sha256sum }}
{{- end -}}

{{- define "modelgate.environment" -}}
- name: HOST
  value: 0.0.0.0
- name: PORT
  value: {{ .Values.api.port | quote }}
- name: MODELGATE_WORKER_PORT
  value: {{ .Values.worker.port | quote }}
- name: MODELGATE_DATA_DIR
  value: /var/lib/modelgate
{{- if .Values.config }}
- name: MODELGATE_CONFIG
  value: /etc/modelgate/modelgate.yaml
{{- end }}
{{- if or .Values.publicUrl (and .Values.ingress.enabled .Values.ingress.host) }}
- name: PUBLIC_URL
  value: {{ .Values.publicUrl | default (printf "%s://%s" (ternary "https" "http" (ne .Values.ingress.tlsSecret "")) .Values.ingress.host) | quote }}
{{- end }}
{{- with .Values.allowedHosts }}
{{- if $.Values.serviceMonitor.enabled }}
- name: POD_IP
  valueFrom:
    fieldRef: { fieldPath: status.podIP }
{{- end }}
- name: MODELGATE_ALLOWED_HOSTS
  value: {{ join "," ($.Values.serviceMonitor.enabled | ternary (append . "$(POD_IP)") .) | quote }}
{{- end }}
{{- with .Values.trustProxy }}
- name: TRUST_PROXY
  value: {{ join "," . | quote }}
{{- end }}
{{- include "modelgate.ownEnvironment" . }}
{{- end -}}

{{- define "modelgate.ownEnvironment" -}}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end -}}

{{- define "modelgate.volumeMounts" -}}
- name: data
  mountPath: /var/lib/modelgate
- name: tmp
  mountPath: /tmp
{{- if .Values.config }}
- name: config
  mountPath: /etc/modelgate
  readOnly: true
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "modelgate.volumes" -}}
- name: data
{{- if .Values.persistence.enabled }}
  persistentVolumeClaim:
    claimName: {{ .Values.persistence.existingClaim | default (include "modelgate.name" .) }}
{{- else }}
  emptyDir: {}
{{- end }}
- name: tmp
  emptyDir: {}
{{- if .Values.config }}
- name: config
  configMap:
    name: {{ include "modelgate.name" . }}
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Which nodes a pod can run on; called with the values of a program or of the migrate Job. */}}
{{- define "modelgate.placement" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* What the pods of both programs have in common; called with the chart, the values of the program and its component. */}}
{{- define "modelgate.podSettings" -}}
{{- $root := index . 0 -}}
{{- $program := index . 1 -}}
{{- $component := index . 2 -}}
serviceAccountName: {{ include "modelgate.serviceAccount" $root }}
automountServiceAccountToken: {{ ne $root.Values.serviceAccount.name "" }}
terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
securityContext:
  {{- toYaml $root.Values.podSecurityContext | nindent 2 }}
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- include "modelgate.placement" $program }}
{{- with $program.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- range . }}
  - {{- toYaml . | nindent 4 }}
    {{- if not (hasKey . "labelSelector") }}
    labelSelector:
      matchLabels:
        {{- include "modelgate.selector" $root | nindent 8 }}
        app.kubernetes.io/component: {{ $component }}
    {{- end }}
  {{- end }}
{{- end }}
volumes:
  {{- include "modelgate.volumes" $root | nindent 2 }}
{{- end -}}

{{/* What the containers of both programs have in common; called with the chart and the values of the program. */}}
{{- define "modelgate.containerSettings" -}}
{{- $root := index . 0 -}}
{{- $program := index . 1 -}}
image: {{ include "modelgate.image" $root | quote }}
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
securityContext:
  {{- toYaml $root.Values.securityContext | nindent 2 }}
envFrom:
  - secretRef:
      name: {{ include "modelgate.secretName" $root }}
volumeMounts:
  {{- include "modelgate.volumeMounts" $root | nindent 2 }}
resources:
  {{- toYaml $program.resources | nindent 2 }}
{{- end -}}
