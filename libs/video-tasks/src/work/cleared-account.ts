/** Clears the account of a task. */
export const CLEARED_ACCOUNT = {
  channel_id: null,
  channel_name: null,
  upstream_model: null,
  account: null,
  sealed_account: null,
  request_hash: null,
} as const;
