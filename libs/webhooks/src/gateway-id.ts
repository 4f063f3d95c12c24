/** Used instead of a token's id if a webhook is from the gateway itself. */
export const GATEWAY_ID = '00000000-0000-0000-0000-000000000000';
