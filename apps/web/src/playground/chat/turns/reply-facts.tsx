import { formatCount, formatDuration } from '../../../kit/format.js';
import { CallFacts, Fact } from '../../call-facts.js';
import { usePlaygroundToken } from '../../token-context.js';
import { type ReplyTurn } from '../conversation.js';
import { getCost } from '../get-cost.js';

/** Tokens, time and money. */
export function ReplyFacts({ turn }: { turn: ReplyTurn }) {
  const { report, firstTokenMs, model } = turn;
  // What a stream says at its beginning is not what was used in the end.
  const usage = turn.state === 'done' ? turn.usage : undefined;
  const { models } = usePlaygroundToken();
  if (report === undefined) return null;
  const price = models?.find(({ id }) => id === model)?.price;
  const costUsd = report.costUsd ?? (usage && getCost(usage, price));
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
  return <CallFacts report={{ ...report, costUsd }} extra={facts} />;
}

function explain({ cachedTokens, reasoningTokens }: NonNullable<ReplyTurn['usage']>): string {
  return `${formatCount(cachedTokens)} of the input from a cache, ${formatCount(reasoningTokens)} of the output for reasoning`;
}
