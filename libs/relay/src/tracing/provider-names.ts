/** What OpenTelemetry calls the services that it has names for; others go by ours. */
const KNOWN: Readonly<Record<string, string>> = {
  'azure-openai': 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  gemini: 'gcp.gemini',
  mistral: 'mistral_ai',
  vertex: 'gcp.vertex_ai',
  xai: 'x_ai',
};

export function getProviderName(provider: string): string {
  return KNOWN[provider] ?? provider;
}
