import { Group, Stack, type StackProps, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { formatCount } from '../../../kit/format.js';
import { OneLine } from '../../../kit/one-line.js';
import { type Channel } from '../channel-queries.js';
import { useFormLabels } from '../use-form-labels.js';
import { type ItemResult } from './run-each.js';

const MAX_HEIGHT = 320;
/** More lines would slow the browser down. */
const MAX_LINES = 200;

/** The names of the channels that will be changed. */
export function NameList({ channels }: { channels: readonly Channel[] }) {
  return (
    <Lines label="Channels" gap={4}>
      {channels.slice(0, MAX_LINES).map(({ id, name }) => (
        <Text key={id} component="li" size="sm">
          <OneLine text={name} />
        </Text>
      ))}
      <MoreLines count={channels.length - MAX_LINES} />
    </Lines>
  );
}

interface BulkResultsProps {
  channels: readonly Channel[];
  results: ReadonlyMap<string, ItemResult>;
  participle: string;
}

/** The result for each channel, failures first. */
export function BulkResults({ channels, results, participle }: BulkResultsProps) {
  const finished = channels.flatMap((channel) => {
    const result = results.get(channel.id);
    return result === undefined ? [] : [{ channel, result }];
  });
  const ordered = finished.toSorted((a, b) => Number(a.result.isOk) - Number(b.result.isOk));
  return (
    <Lines label="Results" gap="xs">
      {ordered.slice(0, MAX_LINES).map(({ channel, result }) => (
        <ResultLine key={channel.id} channel={channel} result={result} participle={participle} />
      ))}
      <MoreLines count={ordered.length - MAX_LINES} />
    </Lines>
  );
}

interface LinesProps extends Pick<StackProps, 'gap'> {
  label: string;
  children: ReactNode;
}

/** A scrollable list. It is focusable, so that it can be scrolled with the keyboard. */
function Lines({ label, gap, children }: LinesProps) {
  return (
    <Stack
      component="ul"
      aria-label={label}
      tabIndex={0}
      gap={gap}
      mah={MAX_HEIGHT}
      m={0}
      p={0}
      style={{ listStyle: 'none', overflowY: 'auto' }}
    >
      {children}
    </Stack>
  );
}

function MoreLines({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <Text component="li" size="sm" c="dimmed">
      and {formatCount(count)} more
    </Text>
  );
}

interface ResultLineProps {
  channel: Channel;
  result: ItemResult;
  participle: string;
}

function ResultLine({ channel, result: { isOk, message }, participle }: ResultLineProps) {
  const withFormLabels = useFormLabels(channel);
  const Icon = isOk ? IconCheck : IconAlertTriangle;
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Icon
        size={16}
        color={`var(--mantine-color-${isOk ? 'gate' : 'red'}-text)`}
        style={{ flexShrink: 0, marginTop: 3 }}
        aria-hidden
      />
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={550} component="div">
          <OneLine text={channel.name} />
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {isOk ? `${participle.slice(0, 1).toUpperCase()}${participle.slice(1)}` : 'Failed'}
          {message === '' ? '' : `: ${withFormLabels(message)}`}
        </Text>
      </div>
    </Group>
  );
}
