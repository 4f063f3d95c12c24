import { GatewayError } from '#canonical';

/** The members that select how the response is delivered. */
export interface StreamableRequest {
  model: string;
  stream?: boolean | null;
  stream_options?: { include_usage?: unknown } | null;
}

/** Rules that concern more than one member. */
export function checkStreamOptions(request: StreamableRequest): void {
  if (request.stream_options != null && request.stream !== true) {
    throw new GatewayError('invalid-value', '"stream_options" is allowed only when "stream" is true.', {
      param: 'stream_options',
    });
  }
  const includeUsage = request.stream_options?.include_usage;
  if (includeUsage != null && typeof includeUsage !== 'boolean') {
    throw new GatewayError('invalid-type', '"stream_options.include_usage" must be a boolean.', {
      param: 'stream_options.include_usage',
    });
  }
}
