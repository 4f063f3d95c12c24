import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { type GatewayAnswer, callGateway } from '../call.js';
import { type ApiRequest } from '../call/api-request.js';
import { type CallReport } from '../call/call-report.js';
import { usePlaygroundToken } from '../token-context.js';

export interface CallResult<Wish, Answer> {
  wish: Wish;
  answer: Answer;
  report: CallReport;
}

export interface Call<Wish, Answer> {
  /** There is a token to ask with. */
  canSend: boolean;
  send: (wish: Wish) => void;
  stop: () => void;
  isPending: boolean;
  error: Error | null;
  /** What was sent last, whatever became of it. */
  request: ApiRequest | undefined;
  result: CallResult<Wish, Answer> | undefined;
}

/** One call of the API at a time: what was wished for, as a request, and the answer to it. */
export function useCall<Wish, Answer>(
  requestOf: (wish: Wish) => ApiRequest,
  read: (answer: GatewayAnswer, wish: Wish) => Promise<Answer>,
): Call<Wish, Answer> {
  const { token } = usePlaygroundToken();
  const abort = useRef<AbortController>(undefined);
  const { mutate, reset, isPending, error, data, variables } = useMutation({
    mutationFn: async (wish: Wish): Promise<CallResult<Wish, Answer>> => {
      abort.current = new AbortController();
      const answer = await callGateway(token ?? '', requestOf(wish), abort.current.signal);
      const body = await read(answer, wish);
      return { wish, answer: body, report: answer.report() };
    },
  });
  useEffect(() => () => abort.current?.abort(), []);
  const stop = useCallback(() => {
    abort.current?.abort();
    reset();
  }, [reset]);
  return {
    canSend: token !== undefined,
    send: mutate,
    stop,
    isPending,
    error,
    request: variables === undefined ? undefined : requestOf(variables),
    result: data,
  };
}
