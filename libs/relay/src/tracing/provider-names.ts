/** The provider names that OpenTelemetry defines. Other providers have the gateway's names. */
const OTEL_NAMES: Readonly<Record<string, string>> = {
  'azure-openai': 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  gemini: 'gcp.gemini',
  mistral: 'mistral_ai',
  vertex: 'gcp.vertex_ai',
  xai: 'x_ai',
};

export function getProviderName(provider: string): string {
  return OTEL_NAMES[provider] ?? provider;
}
