export { deriveWebhookSecret } from './derive-webhook-secret.js';
export { SecretBox, SecretUnreadable } from './secret-box.js';
export { generateTokenKey, hashTokenKey, tokenKeyHint } from './token-key.js';
