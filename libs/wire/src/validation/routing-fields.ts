import { GatewayError } from '#canonical';

/** Fields that make some upstream proxies use another host or account. */
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
    throw new GatewayError('invalid-value', `"${key}" is not accepted: the gateway chooses the provider.`, {
      param: key,
      code: 'forbidden_field',
    });
  }
}
