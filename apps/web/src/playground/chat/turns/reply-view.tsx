import { Alert, Badge, Group, Image, Loader, Stack, Text } from '@mantine/core';
import { formatCount, formatDuration } from '../../../kit/format.js';
import { Markdown } from '../../../kit/markdown/markdown.js';
import { CallFacts, Fact } from '../../call-facts.js';
import { ShownError } from '../../shown-error.js';
import { useAsking } from '../asking-context.js';
import { chatStore } from '../chat-store.js';
import { type Part, type ReplyTurn, getCalls } from '../conversation.js';
import { imageAddress } from '../image.js';
import { ReplyActions } from './reply-actions.js';
import { ToolCalls } from './tool-calls.js';
import classes from './turns.module.css';

interface ReplyViewProps {
  turn: ReplyTurn;
  columnId: string;
  isLast: boolean;
}

const USUAL = new Set(['stop', 'tool_calls', 'completed', 'end_turn', 'stop_sequence', 'tool_use', 'STOP']);

export function ReplyView({ turn, columnId, isLast }: ReplyViewProps) {
  const asking = useAsking();
  const { state, parts, error } = turn;
  const isOver = state !== 'running';
  const regenerate =
    isLast && isOver && asking !== undefined ? () => chatStore.regenerate(columnId, asking) : undefined;
  return (
    <Stack gap="sm" className={classes.reply} aria-busy={!isOver}>
      {!isOver && parts.length === 0 ? (
        <Loader type="dots" size="sm" aria-label="Waiting for the reply" />
      ) : null}
      {parts.map((part) => (
        <PartView key={part.key} part={part} isRunning={!isOver} />
      ))}
      <ToolCalls calls={getCalls(turn)} columnId={columnId} isPending={isLast && state === 'done'} />
      <Ending turn={turn} />
      {error === undefined ? null : <ShownError error={error} onRetry={regenerate} />}
      {isOver ? (
        <Stack gap={6}>
          <ReplyFacts turn={turn} />
          <ReplyActions turn={turn} onRegenerate={regenerate} />
        </Stack>
      ) : null}
    </Stack>
  );
}

function PartView({ part, isRunning }: { part: Part; isRunning: boolean }) {
  switch (part.kind) {
    case 'text':
      return part.text === '' ? null : <Markdown text={part.text} />;
    case 'reasoning':
      return <Reasoning part={part} isRunning={isRunning} />;
    case 'refusal':
      return (
        <Alert color="yellow" title="The model refuses">
          {part.text}
        </Alert>
      );
    case 'image':
      return <Image src={imageAddress(part)} alt="Made by the model" maw={512} radius="sm" fit="contain" />;
    case 'call':
      return null;
  }
}

function Reasoning({ part, isRunning }: { part: Extract<Part, { kind: 'reasoning' }>; isRunning: boolean }) {
  if (part.text === '' && part.isHidden !== true) return null;
  return (
    <details className={classes.reasoning}>
      <summary>{isRunning ? 'Reasoning …' : 'Reasoning'}</summary>
      <Text size="sm" className={classes.reasoningText}>
        {part.isHidden === true ? 'The service keeps this part of its reasoning to itself.' : part.text}
      </Text>
    </details>
  );
}

function Ending({ turn: { state, finish } }: { turn: ReplyTurn }) {
  const isUnusual = state === 'done' && finish !== undefined && !isUsualFinish(finish);
  if (state !== 'stopped' && !isUnusual) return null;
  return (
    <Group gap="xs">
      <Badge color={state === 'stopped' ? 'gray' : 'yellow'} variant="light" tt="none">
        {state === 'stopped' ? 'Stopped by you' : `Ended: ${finish}`}
      </Badge>
    </Group>
  );
}

/** Tokens, time and money. */
function ReplyFacts({ turn }: { turn: ReplyTurn }) {
  const { report, firstTokenMs } = turn;
  // What a stream says at its beginning is not what was used in the end.
  const usage = turn.state === 'done' ? turn.usage : undefined;
  if (report === undefined) return null;
  const facts = (
    <>
      {usage === undefined ? null : (
        <Fact name="Tokens" explanation={explain(usage)}>
          {formatCount(usage.inputTokens)} in, {formatCount(usage.outputTokens)} out
        </Fact>
      )}
      {firstTokenMs === undefined ? null : (
        <Fact name="First token" explanation="From sending the request to the first word, or thought">
          {formatDuration(firstTokenMs)}
        </Fact>
      )}
    </>
  );
  return <CallFacts report={report} extra={facts} />;
}

function explain({ cachedTokens, reasoningTokens }: NonNullable<ReplyTurn['usage']>): string {
  return `${formatCount(cachedTokens)} of the input from a cache, ${formatCount(reasoningTokens)} of the output for reasoning`;
}

/** Whether a reply ended because the model had said what it wanted to, in the words of any format. */
function isUsualFinish(finish: string): boolean {
  return USUAL.has(finish);
}
