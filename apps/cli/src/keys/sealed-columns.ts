export interface SealedColumn {
  table: string;
  column: string;
  /** The primary key. */
  key: readonly string[];
  /** The context that the value of a row is sealed for. */
  getContext: (row: Readonly<Record<string, unknown>>) => string;
}

/** All columns with sealed values. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'channels',
    column: 'secrets',
    key: ['id'],
    getContext: ({ id }) => `channels/${text(id)}/secrets`,
  },
  {
    table: 'tokens',
    column: 'webhook_secret',
    key: ['id'],
    getContext: ({ id }) => `tokens/${text(id)}/webhook_secret`,
  },
  {
    table: 'client_secrets',
    column: 'settings',
    key: ['hash'],
    getContext: ({ hash }) => `client_secrets/${text(hash)}/settings`,
  },
  {
    table: 'video_tasks',
    column: 'sealed_account',
    key: ['id'],
    getContext: ({ id }) => `video_tasks/${text(id)}/sealed_account`,
  },
  {
    table: 'video_tasks',
    column: 'sealed_request',
    key: ['id'],
    getContext: ({ id }) => `video_tasks/${text(id)}/sealed_request`,
  },
  {
    table: 'video_tasks',
    column: 'sealed_memo',
    key: ['id'],
    getContext: ({ id }) => `video_tasks/${text(id)}/sealed_memo`,
  },
  {
    table: 'submit_evidence',
    column: 'sealed_memo',
    key: ['task_id', 'attempt', 'upstream_id'],
    getContext: ({ task_id: taskId, attempt, upstream_id: upstreamId }) =>
      `submit_evidence/${text(taskId)}/${text(attempt)}/${text(upstreamId)}/sealed_memo`,
  },
  {
    table: 'stored_responses',
    column: 'content',
    key: ['owner', 'id'],
    getContext: ({ owner, id }) => `stored_responses/${text(owner)}/${text(id)}/content`,
  },
  {
    table: 'stored_response_item_groups',
    column: 'content',
    key: ['owner', 'response_id', 'position'],
    getContext: ({ owner, response_id: responseId, position }) =>
      `stored_response_item_groups/${text(owner)}/${text(responseId)}/${text(position)}/content`,
  },
  {
    // Written by the version before.
    table: 'stored_response_items',
    column: 'content',
    key: ['owner', 'response_id', 'position'],
    getContext: ({ owner, response_id: responseId, position }) =>
      `stored_response_items/${text(owner)}/${text(responseId)}/${text(position)}/content`,
  },
  {
    table: 'background_responses',
    column: 'request',
    key: ['id'],
    getContext: ({ id }) => `background_responses/${text(id)}/request`,
  },
  {
    table: 'background_response_events',
    column: 'event',
    key: ['response_id', 'sequence'],
    getContext: ({ response_id: id, sequence }) =>
      `background_response_events/${text(id)}/${text(sequence)}/event`,
  },
  {
    table: 'idempotency_keys',
    column: 'answer',
    key: ['id'],
    getContext: ({ id }) => `idempotency_keys/${text(id)}/answer`,
  },
  {
    table: 'cached_answers',
    column: 'answer',
    key: ['key'],
    getContext: ({ owner, key }) => `cached_answers/${text(owner)}/${text(key)}/answer`,
  },
  {
    table: 'recorded_contents',
    column: 'content',
    key: ['request_id', 'token_id'],
    getContext: ({ request_id: requestId, token_id: tokenId }) =>
      `recorded_contents/${text(tokenId)}/${text(requestId)}/content`,
  },
];

function text(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('hex') : String(value);
}
