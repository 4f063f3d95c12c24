import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { formatDuration } from '../../kit/format.js';
import { ErrorDetail } from './error-detail.js';
import { OutcomeBadge } from './outcome-badge.js';
import { outcomeTone, describeReason } from './outcome.js';
import { type RequestDetail } from './request-queries.js';
import { type Bar, type Waterfall, toWaterfall } from './waterfall.js';
import classes from './attempts-waterfall.module.css';

export interface AttemptsWaterfallProps {
  request: RequestDetail;
  /** Whether the user can open the pages of channels. */
  linksChannels: boolean;
}

export function AttemptsWaterfall({ request, linksChannels }: AttemptsWaterfallProps) {
  const waterfall = toWaterfall(request);
  return (
    <ol className={classes.list} aria-label="Attempts in the order in which they started">
      {waterfall.bars.map((bar, index) => (
        <AttemptRow key={index} bar={bar} linksChannel={linksChannels} />
      ))}
      <Axis {...waterfall} />
    </ol>
  );
}

function AttemptRow({ bar, linksChannel }: { bar: Bar; linksChannel: boolean }) {
  const { attempt, start, width, firstByte } = bar;
  const { channel, channel_id: channelId } = attempt;
  return (
    <li className={classes.attempt}>
      <div>
        <Text fw={550} size="sm" truncate>
          {linksChannel && channelId !== null ? <ChannelAnchor id={channelId} name={channel} /> : channel}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {attempt.upstream_model}
        </Text>
      </div>
      <div className={classes.track} aria-hidden>
        <span
          className={classes.bar}
          data-tone={outcomeTone(attempt.outcome)}
          style={{ insetInlineStart: percent(start), width: percent(width) }}
        />
        {firstByte === undefined ? null : (
          <span className={classes.firstByte} style={{ insetInlineStart: percent(firstByte) }} />
        )}
      </div>
      <div className={classes.details}>
        <AttemptDetails bar={bar} />
      </div>
    </li>
  );
}

function AttemptDetails({ bar: { attempt, startMs } }: { bar: Bar }) {
  const {
    outcome,
    first_byte_ms: firstByteMs,
    duration_ms: durationMs,
    error,
    error_detail: detail,
  } = attempt;
  const times = [
    `Duration ${formatDuration(durationMs)}`,
    ...(firstByteMs == null ? [] : [`first byte after ${formatDuration(firstByteMs)}`]),
    `started at +${formatDuration(startMs)}`,
  ];
  return (
    <>
      <Group gap="xs">
        <OutcomeBadge outcome={outcome} />
        <Text size="xs" c="dimmed">
          {[...times, describeReason(attempt.reason)].filter((part) => part !== undefined).join(' · ')}
        </Text>
      </Group>
      {error == null ? null : (
        <Text size="sm" mt={4}>
          {error}
        </Text>
      )}
      <ErrorDetail detail={detail} />
    </>
  );
}

function ChannelAnchor({ id, name }: { id: string; name: string }) {
  return (
    <Anchor component={Link} to={`/channels/${id}`} inherit>
      {name}
    </Anchor>
  );
}

/** Hidden from screen readers, because each attempt shows its times as text. */
function Axis({ ticksMs, totalMs }: Waterfall) {
  return (
    <li className={classes.attempt} aria-hidden>
      <div className={classes.axis}>
        {ticksMs.map((tick, index) => (
          <span
            key={tick}
            className={classes.tick}
            data-last={tick / totalMs > 0.9}
            data-between={index % 2 === 1}
            style={{ insetInlineStart: percent(tick / totalMs) }}
          >
            {formatDuration(tick)}
          </span>
        ))}
      </div>
      <VisuallyHidden>Total {formatDuration(totalMs)}</VisuallyHidden>
    </li>
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
