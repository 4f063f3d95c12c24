import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { type GatewayAnswer, callGateway } from '../call.js';
import { type ApiRequest } from '../call/api-request.js';
import { type CallReport } from '../call/call-report.js';
import { usePlaygroundToken } from '../token-context.js';

export interface CallResult<Options, Answer> {
  options: Options;
  answer: Answer;
  report: CallReport;
}

export interface Call<Options, Answer> {
  /** Whether there is a token. */
  canSend: boolean;
  send: (options: Options) => void;
  stop: () => void;
  isPending: boolean;
  error: Error | null;
  /** The last request, whether it succeeded or not. */
  request: ApiRequest | undefined;
  result: CallResult<Options, Answer> | undefined;
}

/** Runs one API call at a time, and holds its request, result or error. */
export function useCall<Options, Answer>(
  getRequest: (options: Options) => ApiRequest,
  read: (answer: GatewayAnswer, options: Options) => Promise<Answer>,
): Call<Options, Answer> {
  const { token } = usePlaygroundToken();
  const abort = useRef<AbortController>(undefined);
  const { mutate, reset, isPending, error, data, variables } = useMutation({
    mutationFn: async (options: Options): Promise<CallResult<Options, Answer>> => {
      abort.current = new AbortController();
      const answer = await callGateway(token ?? '', getRequest(options), abort.current.signal);
      const body = await read(answer, options);
      return { options, answer: body, report: answer.report() };
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
    request: variables === undefined ? undefined : getRequest(variables),
    result: data,
  };
}
