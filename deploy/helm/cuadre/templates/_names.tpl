{{- define "cuadre.labels" -}}
app.kubernetes.io/part-of: cuadre
app.kubernetes.io/name: {{ .Values.image.name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "cuadre.address" -}}
{{ with .Values.subdomain }}{{ . }}.{{ end }}{{ .Values.domain }}
{{- end }}

{{- define "cuadre.areas" -}}
{{- $areas := list -}}
{{- range .Values.areas -}}
{{- $areas = append $areas (dict "id" .id "url" (tpl .url $)) -}}
{{- end -}}
{{ toJson $areas }}
{{- end }}
