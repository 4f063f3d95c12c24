import { GatewayError } from '#canonical';

/** For a response without the expected content. */
export function badResponse(): GatewayError {
  return new GatewayError(
    'upstream-bad-response',
    'The provider returned a response that could not be parsed.',
  );
}

/** For an upstream that refused the request because of its content. */
export function contentRejected(): GatewayError {
  return new GatewayError('upstream-rejected', 'The provider rejected this request because of its content.', {
    code: 'content_policy_violation',
  });
}
