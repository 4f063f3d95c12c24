import { GatewayError } from '#canonical';

/** Fields by which a client could point some upstream proxies at another host or account. */
export const ROUTING_FIELDS: ReadonlySet<string> = new Set([
  'api_base',
  'base_url',
  'api_key',
  'extra_headers',
  'custom_host',
  'user_config',
  'mock_response',
]);

export function refuseRoutingFields(keys: Iterable<string>): void {
  for (const key of keys) {
    if (!ROUTING_FIELDS.has(key)) continue;
    throw new GatewayError(
      'invalid-value',
      `"${key}" is not accepted: the gateway decides where a request goes.`,
      { param: key, code: 'forbidden_field' },
    );
  }
}
