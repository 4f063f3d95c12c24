import { GatewayError } from '#canonical';

/** For an answer that lacks what was asked for. */
export function badAnswer(): GatewayError {
  return new GatewayError('upstream-bad-response', 'The model service sent an answer that cannot be read.');
}

/** For an upstream that has looked at what was asked, and will not do it. */
export function contentDeclined(): GatewayError {
  return new GatewayError('upstream-rejected', 'The model service declined this request for its content.', {
    code: 'content_policy_violation',
  });
}
