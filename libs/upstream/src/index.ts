export { askCounter } from './ask-counter.js';
export { type Expected, callUpstream, decodeRefusal, getEndpoint, single } from './call-upstream.js';
export { channelSecrets } from './channel-secrets.js';
export { fetchUpstreamFile } from './fetch-upstream-file.js';
export { accountHeaders, sendToAccount } from './send-to-account.js';
export { spokenFormats } from './spoken-formats.js';
export { type CallOutcome, VideoUpstream } from './video-upstream.js';
