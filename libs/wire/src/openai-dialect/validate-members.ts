import { GatewayError } from '#canonical';

/** The members that say how a request of this dialect wants to be answered. */
export interface StreamableRequest {
  model: string;
  stream?: boolean | null;
  stream_options?: { include_usage?: unknown } | null;
}

/** What the rules of single members cannot say. */
export function checkStreamOptions(request: StreamableRequest): void {
  if (request.stream_options != null && request.stream !== true) {
    throw new GatewayError('invalid-value', '"stream_options" is only allowed when "stream" is true.', {
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
