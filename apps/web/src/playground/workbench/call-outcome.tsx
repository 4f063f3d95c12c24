import { Box, Group, Paper, Skeleton, Stack } from '@mantine/core';
import { type ReactNode } from 'react';
import { CallFacts } from '../call-facts.js';
import { CallErrorAlert } from '../call-error-alert.js';
import { ViewCode } from '../view-code/view-code.js';
import { useScrollIntoView } from './use-scroll-into-view.js';
import { type Call, type CallResult } from './use-call.js';

export interface CallOutcomeProps<RequestOptions, Output> {
  call: Call<RequestOptions, Output>;
  /** Shown before the first call. */
  empty: ReactNode;
  /** Hides latency and cost, for a call that only starts a task: they would not be those of the task. */
  hidesFacts?: boolean;
  children: (result: CallResult<RequestOptions, Output>) => ReactNode;
}

/** The result or the error of a call, with its latency, its cost and the code for the request. */
export function CallOutcome<RequestOptions, Output>({
  call,
  empty,
  hidesFacts = false,
  children,
}: CallOutcomeProps<RequestOptions, Output>) {
  const element = useScrollIntoView(call.isPending);
  return (
    <Paper ref={element} withBorder p="md" mih={240} aria-live="polite" aria-busy={call.isPending}>
      <Stack gap="md">
        <OutcomeContent call={call} empty={empty}>
          {children}
        </OutcomeContent>
        {call.request === undefined || call.isPending ? null : (
          <Group gap="sm" align="flex-end">
            <Box flex="1 1 14rem" miw={0}>
              {call.result === undefined || hidesFacts ? null : <CallFacts report={call.result.report} />}
            </Box>
            <ViewCode request={call.request} />
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function OutcomeContent<RequestOptions, Output>({
  call,
  empty,
  children,
}: CallOutcomeProps<RequestOptions, Output>) {
  if (call.isPending) return <LoadingResponse />;
  if (call.error !== null) return <CallErrorAlert error={call.error} />;
  return call.result === undefined ? empty : children(call.result);
}

function LoadingResponse() {
  return (
    <Stack gap="sm" role="status" aria-label="Waiting for the response">
      <Skeleton h={160} />
      <Skeleton h={12} w="60%" />
    </Stack>
  );
}
