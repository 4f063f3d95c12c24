/** Stands for the gateway itself where a webhook belongs to no token. */
export const GATEWAY_ID = '00000000-0000-0000-0000-000000000000';
