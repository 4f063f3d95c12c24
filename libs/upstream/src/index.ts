export { fetchTokenCount } from './fetch-token-count.js';
export {
  type Expected,
  callUpstream,
  decodeErrorResponse,
  findChange,
  getEndpoint,
  getPlace,
  single,
} from './call-upstream.js';
export { channelSecrets } from './channel-secrets.js';
export { fetchUpstreamFile } from './fetch-upstream-file.js';
export { sendWithCredentials } from './send-with-credentials.js';
export { accountHeaders, sendToAccount } from './send-to-account.js';
export { getSupportedFormats } from './get-supported-formats.js';
export { type CallOutcome, VideoUpstream } from './video-upstream.js';
