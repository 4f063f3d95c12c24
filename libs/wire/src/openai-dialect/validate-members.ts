import { GatewayError } from '#canonical';
import { findMemberFault, memberError } from '../validation/member-fault.js';

/** The members that say how a request of this dialect wants to be answered. */
export interface StreamableRequest {
  model: string;
  stream?: boolean | null;
  stream_options?: { include_usage?: unknown } | null;
}

/** Checks a DTO that was filled by plain assignment. `explain` knows the constraints that a format has of its own. */
export function validateMembers(
  request: StreamableRequest,
  explain: (constraints: object) => GatewayError | undefined = () => undefined,
): void {
  const fault = findMemberFault(request);
  if (fault) throw explain(fault.constraints ?? {}) ?? memberError(fault);
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
