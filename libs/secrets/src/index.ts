export { derivePlaygroundKey } from './derive-playground-key.js';
export { deriveWebhookSecret } from './derive-webhook-secret.js';
export { generateWebhookSecret } from './generate-webhook-secret.js';
export { KEY_FILE_CHECK_MS, KeyFile } from './key-file.js';
export { openSecretBox } from './open-secret-box.js';
export { fixedKeys } from './secret-keys.js';
export { SecretBox, SecretUnreadable } from './secret-box.js';
export { generateTokenKey, hashTokenKey, hashTokenKeyToHex, tokenKeyHint } from './token-key.js';
export { SecretsModule } from './secrets.module.js';
