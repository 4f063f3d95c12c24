import { api, unwrapResponse } from '../../../api/client.js';
import { type Channel } from '../channel-queries.js';
import { type ItemResult } from './run-each.js';

/** An action on several channels. It uses the API of single channels. */
export interface BulkAction {
  /** The label of the button, such as "Disable". */
  verb: string;
  /** The result for a channel, such as "disabled". */
  participle: string;
  consequence: string;
  /** A note about channels that are declared in the config file. */
  fileNote?: string;
  isDestructive: boolean;
  run: (channel: Channel) => Promise<ItemResult>;
}

const DONE: ItemResult = { isOk: true, message: '' };

async function setEnabled({ id }: Channel, enabled: boolean): Promise<ItemResult> {
  await unwrapResponse(api.PATCH('/api/channels/{id}', { params: { path: { id } }, body: { enabled } }));
  return DONE;
}

export const BULK_ACTIONS = {
  test: {
    verb: 'Test',
    participle: 'passed',
    consequence: 'Each test sends the smallest possible request with every API key of the channel.',
    isDestructive: false,
    run: async ({ id }) => {
      const request = api.POST('/api/channels/{id}/test', { params: { path: { id } }, body: {} });
      const { ok: isOk, message, advice } = await unwrapResponse(request);
      return { isOk, message: isOk || advice === null ? message : `${message} ${advice}` };
    },
  },
  enable: {
    verb: 'Enable',
    participle: 'enabled',
    consequence: 'They start receiving requests again.',
    isDestructive: false,
    run: (channel) => setEnabled(channel, true),
  },
  disable: {
    verb: 'Disable',
    participle: 'disabled',
    consequence:
      'They receive no new requests until you enable them again. Models that no other channel serves become unavailable.',
    fileNote: 'For channels of the config file, this overrides the file until you enable them here.',
    isDestructive: true,
    run: (channel) => setEnabled(channel, false),
  },
  delete: {
    verb: 'Delete',
    participle: 'deleted',
    consequence:
      'Their API keys are deleted too. This cannot be undone. Logged requests stay, and running tasks finish.',
    fileNote: 'Channels of the config file cannot be deleted here. Remove them from the file.',
    isDestructive: true,
    run: async ({ id }) => {
      await unwrapResponse(api.DELETE('/api/channels/{id}', { params: { path: { id } } }));
      return DONE;
    },
  },
} satisfies Record<string, BulkAction>;

export type BulkActionName = keyof typeof BULK_ACTIONS;
