import { Button, Group, Paper, Stack, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { guideMemory } from './guide-memory.js';
import { type GuideStep } from './guide-steps.js';
import { useGuideSteps } from './use-guide-steps.js';

/** The steps from a new gateway to the first response. Shown until all steps are done. */
export function FirstRunGuide({ isMember }: { isMember: boolean }) {
  const { data: steps } = useGuideSteps(isMember);
  const [isDismissed, setDismissed] = useState(false);
  const next = steps?.findIndex(({ isDone }) => !isDone) ?? -1;
  const isFinished = steps !== undefined && next < 0;
  useEffect(() => {
    if (next >= 0) guideMemory.begin();
    if (isFinished) guideMemory.finish(isMember);
  }, [next, isFinished, isMember]);
  if (steps === undefined || isDismissed || (next < 0 && !guideMemory.hasBegun())) return null;
  const dismiss = (): void => {
    guideMemory.dismiss();
    setDismissed(true);
  };
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  return (
    <Paper withBorder p="lg" component="section" aria-label="Get started">
      <Group justify="space-between" align="flex-start" mb="md">
        <div>
          <Title order={2} size="h4">
            {next < 0 ? 'Setup complete' : 'Get started'}
          </Title>
          <Text size="sm" c="dimmed">
            {next < 0
              ? 'The gateway is ready. The figures below update as requests come in.'
              : `${doneCount} of ${steps.length} steps done.`}
          </Text>
        </div>
        {next < 0 ? (
          <Button size="xs" variant="default" onClick={dismiss}>
            Dismiss
          </Button>
        ) : null}
      </Group>
      <Stack component="ol" gap="md" p={0} m={0}>
        {steps.map((step, position) => (
          <Step key={step.title} step={step} number={position + 1} isNext={position === next} />
        ))}
      </Stack>
    </Paper>
  );
}

function Step({ step, number, isNext }: { step: GuideStep; number: number; isNext: boolean }) {
  const { title, text, action, isDone } = step;
  return (
    <Group
      component="li"
      gap="md"
      wrap="nowrap"
      align="flex-start"
      aria-current={isNext ? 'step' : undefined}
    >
      <ThemeIcon size={28} radius="xl" variant={isDone ? 'filled' : 'default'} aria-hidden>
        {isDone ? <IconCheck size={16} /> : <Text size="sm">{number}</Text>}
      </ThemeIcon>
      <Group flex={1} gap="sm" justify="space-between" align="center">
        <div style={{ flex: '1 1 16rem' }}>
          <Text fw={isNext ? 650 : 500}>
            {title}
            {isDone ? <VisuallyHidden> (done)</VisuallyHidden> : null}
          </Text>
          {isDone ? null : (
            <Text size="sm" c="dimmed" maw="38rem">
              {text}
            </Text>
          )}
        </div>
        {isDone ? null : (
          <Button component={Link} to={action.to} size="xs" variant={isNext ? 'filled' : 'default'}>
            {action.label}
          </Button>
        )}
      </Group>
    </Group>
  );
}
