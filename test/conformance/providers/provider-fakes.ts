import {
  type CloudFront,
  azureOpenAi,
  bedrock,
  compatible,
  foundry,
  startCloudFront,
  vertex,
} from '../../fake-upstream/clouds/index.js';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';

/** The fakes of all services, each as strict as the real one. */
export interface ProviderFakes {
  /** OpenAI, Anthropic, Gemini and Cohere. */
  services: FakeUpstream;
  vertex: CloudFront;
  azure: CloudFront;
  foundry: CloudFront;
  bedrock: CloudFront;
  /** OpenAI-compatible services. */
  compatible: CloudFront;
  close(): Promise<void>;
}

const KEY = 'sk-upstream-1';

export async function startProviderFakes(): Promise<ProviderFakes> {
  const services = await startFakeUpstream({ strictFields: true });
  const google = vertex({
    apiKey: KEY,
    isAuthenticated: ({ headers }) => headers['x-goog-api-key'] === 'google-key',
  });
  const amazon = bedrock({
    apiKey: KEY,
    isAuthenticated: ({ headers }) => headers.authorization === 'Bearer bedrock-key',
  });
  const clouds = await Promise.all([
    startCloudFront(google, services),
    startCloudFront(azureOpenAi(KEY), services),
    startCloudFront(foundry(KEY), services),
    startCloudFront(amazon, services),
    startCloudFront(compatible(KEY), services),
  ]);
  const [vertexFront, azureFront, foundryFront, bedrockFront, compatibleFront] = clouds;
  return {
    services,
    vertex: vertexFront,
    azure: azureFront,
    foundry: foundryFront,
    bedrock: bedrockFront,
    compatible: compatibleFront,
    close: async () => {
      await Promise.all(clouds.map((cloud) => cloud.close()));
      await services.close();
    },
  };
}
