import { Text, Timeline } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDots, IconHourglass } from '@tabler/icons-react';
import { formatDuration } from '../../kit/format.js';
import { When } from '../../kit/when.js';
import { type TaskDetail } from './task-queries.js';
import { isUnderWay } from './task-status.js';
import { type StepTone, type TaskStep, toSteps } from './task-steps.js';

const LOOKS: Readonly<Record<StepTone, { color: string; Icon: typeof IconCheck }>> = {
  plain: { color: 'gray', Icon: IconDots },
  good: { color: 'gate', Icon: IconCheck },
  bad: { color: 'red', Icon: IconAlertTriangle },
  waiting: { color: 'yellow', Icon: IconHourglass },
};

export function TaskTimeline({ task }: { task: TaskDetail }) {
  const steps = toSteps(task.timeline);
  const last = steps.length - 1;
  return (
    <Timeline active={isUnderWay(task.status) ? last - 1 : last} bulletSize={22} lineWidth={2}>
      {steps.map((step, index) => {
        const { color, Icon } = LOOKS[step.tone];
        return (
          <Timeline.Item key={index} title={step.title} color={color} bullet={<Icon size={12} aria-hidden />}>
            {step.detail === undefined ? null : (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {step.detail}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              <When at={step.at} />
              {index === 0 ? '' : `, ${formatDuration(sinceFirst(steps, step))} after it was submitted`}
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

function sinceFirst([first]: readonly TaskStep[], { at }: TaskStep): number {
  return first === undefined ? 0 : Math.max(0, Date.parse(at) - Date.parse(first.at));
}
