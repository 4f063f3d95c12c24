import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useAsking } from '../asking-context.js';
import { type Column } from '../chat-state.js';
import { chatStore } from '../chat-store.js';

/** For a question that was brought along and that this model has not been asked yet. */
export function AskModel({ column: { id, model, turns } }: { column: Column }) {
  const asking = useAsking();
  if (turns.at(-1)?.kind !== 'user') return null;
  return (
    <div>
      <Button
        size="xs"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        disabled={asking === undefined || model === undefined}
        onClick={() => asking === undefined || chatStore.regenerate(id, asking)}
      >
        {model === undefined ? 'Choose a model to send to' : `Send to ${model}`}
      </Button>
    </div>
  );
}
