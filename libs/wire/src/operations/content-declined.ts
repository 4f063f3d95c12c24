import { GatewayError } from '#canonical';

/** For an upstream that has looked at what was asked, and will not do it. */
export function contentDeclined(): GatewayError {
  return new GatewayError('upstream-rejected', 'The model service declined this request for its content.', {
    code: 'content_policy_violation',
  });
}
