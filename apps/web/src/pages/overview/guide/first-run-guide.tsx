import { Button, Group, Paper, Stack, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api, getAnswer } from '../../../api/client.js';
import { type GuideStep, guideSteps } from './guide-steps.js';

const LOOK = 20;
const EVERY_MS = 5_000;

const KEY = 'modelgate-guide';
const DONE_KEY = 'modelgate-guide-done';

/** The way from a gateway without a channel to its first reply; nothing for whoever has gone it. */
export function FirstRunGuide({ isMember }: { isMember: boolean }) {
  const steps = useGuideSteps(isMember);
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
    <Paper withBorder p="lg" component="section" aria-label="First steps">
      <Group justify="space-between" align="flex-start" mb="md">
        <div>
          <Title order={2} size="h4">
            {next < 0 ? 'All set' : 'First steps'}
          </Title>
          <Text size="sm" c="dimmed">
            {next < 0
              ? 'The gateway answers. Everything you see below fills up by itself.'
              : `From nothing to the first reply: ${doneCount} of ${steps.length} done.`}
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

/** Undefined while it is not known how far somebody has come. */
function useGuideSteps(isMember: boolean): GuideStep[] | undefined {
  const { data } = useQuery({
    queryKey: ['guide', isMember],
    queryFn: async () => guideSteps(await findFacts(isMember)),
    // Whoever has gone all the way is not asked again on every visit.
    enabled: !guideMemory.isDone(isMember),
    refetchInterval: ({ state }) => (state.data?.every(({ isDone }) => isDone) === true ? false : EVERY_MS),
  });
  return data;
}

async function findFacts(isMember: boolean) {
  const query = { limit: LOOK };
  const [channels, tokens, replies] = await Promise.all([
    isMember ? undefined : getAnswer(api.GET('/api/channels', { params: { query } })),
    getAnswer(api.GET('/api/tokens', { params: { query } })),
    getAnswer(api.GET('/api/requests', { params: { query: { limit: 1, outcome: 'ok' } } })),
  ]);
  return { channels: channels?.data, tokens: tokens.data, hasReply: replies.data.length > 0 };
}

/** Whoever never saw the guide unfinished has no need to be told that it is finished. */
const guideMemory = {
  /** Admins and members have different steps. */
  isDone: (isMember: boolean): boolean => localStorage.getItem(DONE_KEY) === toRole(isMember),
  finish: (isMember: boolean): void => localStorage.setItem(DONE_KEY, toRole(isMember)),
  hasBegun: (): boolean => localStorage.getItem(KEY) === 'begun',
  begin: (): void => localStorage.setItem(KEY, 'begun'),
  dismiss: (): void => localStorage.removeItem(KEY),
};

function toRole(isMember: boolean): string {
  return isMember ? 'member' : 'admin';
}
