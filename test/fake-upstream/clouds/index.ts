export { azureOpenAi } from './azure.js';
export { bedrock } from '../bedrock/index.js';
export { type CloudFront, startCloudFront } from './cloud-front.js';
export { compatible } from './compatible.js';
export { foundry } from './foundry.js';
export { vertex } from './vertex.js';
