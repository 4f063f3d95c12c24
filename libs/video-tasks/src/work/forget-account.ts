/** What a task knows of an account that has nothing to do with it any more. */
export const FORGET_ACCOUNT = {
  channel_id: null,
  channel_name: null,
  upstream_model: null,
  account: null,
  sealed_account: null,
  request_hash: null,
} as const;
