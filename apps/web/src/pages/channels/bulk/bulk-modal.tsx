import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { formatCount } from '../../../kit/format.js';
import { type Channel } from '../channel-queries.js';
import { type BulkAction } from './bulk-actions.js';
import { BulkResults, NameList } from './bulk-results.js';
import { type ItemResult } from './run-each.js';
import { type BulkRun, useBulkRun } from './use-bulk-run.js';

interface BulkModalProps {
  action: BulkAction;
  channels: readonly Channel[];
  /** Lets the user select which channels are included. */
  choice?: ReactNode;
  onClose: () => void;
  /** Called with the ids of the successful channels when the dialog is closed. */
  onDone?: (ids: readonly string[]) => void;
}

/** Lists the channels for confirmation, then shows the progress and the result for each channel. */
export function BulkModal({ action, channels, choice, onClose, onDone }: BulkModalProps) {
  const run = useBulkRun(action.run);
  const { status, results } = run;
  const close = (): void => {
    run.stop();
    onDone?.([...results].filter(([, { isOk }]) => isOk).map(([id]) => id));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={`${action.verb} channels`}
      size="lg"
      // A click outside of the dialog or Escape must not stop a run.
      closeOnClickOutside={status === 'ready' || status === 'done'}
      closeOnEscape={status === 'ready' || status === 'done'}
    >
      <Stack>
        {status === 'ready' ? (
          <>
            {choice}
            <Text size="sm">
              {action.consequence}
              {channels.some(({ read_only: isReadOnly }) => isReadOnly) ? ` ${action.fileNote ?? ''}` : ''}
            </Text>
            <NameList channels={channels} />
          </>
        ) : (
          <>
            <RunProgress run={run} total={channels.length} participle={action.participle} />
            <BulkResults channels={channels} results={results} participle={action.participle} />
          </>
        )}
        <BulkButtons action={action} channels={channels} run={run} onClose={close} />
      </Stack>
    </Modal>
  );
}

interface BulkButtonsProps extends Pick<BulkModalProps, 'action' | 'channels' | 'onClose'> {
  run: BulkRun;
}

function BulkButtons({ action, channels, run, onClose }: BulkButtonsProps) {
  switch (run.status) {
    case 'ready':
      return (
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            color={action.isDestructive ? 'red' : undefined}
            disabled={channels.length === 0}
            onClick={() => run.start(channels)}
          >
            {action.verb} {describeCount(channels.length)}
          </Button>
        </Group>
      );
    case 'done':
      return (
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      );
    default:
      return (
        <Group justify="flex-end">
          <Button variant="default" onClick={run.stop} loading={run.status === 'stopping'}>
            Stop
          </Button>
        </Group>
      );
  }
}

interface RunProgressProps {
  run: Pick<BulkRun, 'status' | 'results'>;
  total: number;
  participle: string;
}

function RunProgress({ run: { status, results }, total, participle }: RunProgressProps) {
  const label = `${formatCount(results.size)} of ${formatCount(total)} done`;
  return (
    <div>
      <Progress value={(results.size / total) * 100} aria-label={label} />
      <Text size="sm" mt={6} role="status">
        {status === 'done' ? summarize(results, total, participle) : label}
      </Text>
    </div>
  );
}

/** For example "180 passed, 12 failed, 8 not run". */
function summarize(results: ReadonlyMap<string, ItemResult>, total: number, participle: string): string {
  const succeeded = [...results.values()].filter(({ isOk }) => isOk).length;
  const counts: [number, string][] = [
    [succeeded, participle],
    [results.size - succeeded, 'failed'],
    [total - results.size, 'not run'],
  ];
  return counts
    .filter(([count], position) => position === 0 || count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`)
    .join(', ');
}

function describeCount(count: number): string {
  return count === 1 ? '1 channel' : `${formatCount(count)} channels`;
}
