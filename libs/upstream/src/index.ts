export { askCounter } from './ask-counter.js';
export {
  type Expected,
  callUpstream,
  decodeRefusal,
  findChange,
  getEndpoint,
  getPlace,
  single,
} from './call-upstream.js';
export { channelSecrets } from './channel-secrets.js';
export { fetchUpstreamFile } from './fetch-upstream-file.js';
export { sendIdentified } from './send-identified.js';
export { accountHeaders, sendToAccount } from './send-to-account.js';
export { spokenFormats } from './spoken-formats.js';
export { type CallOutcome, VideoUpstream } from './video-upstream.js';
