import { type TokenEntity, openWebhookSecret } from '#access';
import { type SecretBox } from '#secrets';
import { limitEntries } from './limit-entries.js';
import { type Placeholders } from './placeholders.js';

/**
 * A token as the config file would declare it. Nobody knows its key any more: where the token exists it keeps the one
 * it has, and elsewhere it is given a new one.
 */
export function tokenEntry(token: TokenEntity, secretBox: SecretBox, placeholders: Placeholders): object {
  const { name, owner, models, expiresAt, allowedIps, cacheTtlSeconds } = token;
  const plain = placeholders.guard(
    {
      name,
      owner: owner ?? undefined,
      models: models ?? undefined,
      ...limitEntries(token),
      expiresAt: expiresAt?.toISOString(),
      allowedIps: allowedIps ?? undefined,
      cacheTtlSeconds: cacheTtlSeconds ?? undefined,
    },
    'TOKEN',
    name,
  );
  return { ...plain, ...buildWebhook(token, secretBox, placeholders) };
}

function buildWebhook(
  { id, name, webhookUrl, webhookSecret }: TokenEntity,
  secretBox: SecretBox,
  placeholders: Placeholders,
): object {
  if (webhookUrl === null) return {};
  const url = placeholders.guard(webhookUrl, 'TOKEN', name);
  if (webhookSecret === null) return { webhook: { url } };
  const { secret } = openWebhookSecret(secretBox, id, webhookSecret);
  return { webhook: { url, secret: placeholders.secret(secret, 'TOKEN', name, 'WEBHOOK_SECRET') } };
}
