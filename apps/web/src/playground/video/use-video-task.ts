import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callGateway } from '../call.js';
import { usePlaygroundToken } from '../token-context.js';
import { cancelRequest, videoContentRequest, listRequest, taskRequest } from './video-request.js';
import { type ListedVideo, type VideoTask, isFinished } from './video-task.js';

const POLL_MS = 1_500;
const MAX_LISTED = 12;

/** Polls the task until it is finished. */
export function useVideoTask(id: string): UseQueryResult<VideoTask> {
  const { token = '' } = usePlaygroundToken();
  const queries = useQueryClient();
  const task = useQuery({
    queryKey: ['playground-video', token, id],
    queryFn: async ({ signal }) => (await callGateway(token, taskRequest(id), signal)).json<VideoTask>(),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isFinished(data.status) ? false : POLL_MS,
    gcTime: 0,
  });
  const status = task.data?.status;
  useEffect(() => {
    if (status !== undefined) void queries.invalidateQueries({ queryKey: ['playground-videos'] });
  }, [queries, status]);
  return task;
}

export function useVideo(id: string): UseQueryResult<Blob> {
  const { token = '' } = usePlaygroundToken();
  return useQuery({
    queryKey: ['playground-video-file', token, id],
    queryFn: async ({ signal }) => (await callGateway(token, videoContentRequest(id), signal)).blob(),
    staleTime: Infinity,
    gcTime: 0,
  });
}

export function useCancelVideo(id: string) {
  const { token = '' } = usePlaygroundToken();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callGateway(token, cancelRequest(id)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['playground-video', token, id] }),
  });
}

/** The videos of the owner of the token, newest first. */
export function useVideos(): UseQueryResult<ListedVideo[]> {
  const { token } = usePlaygroundToken();
  return useQuery({
    queryKey: ['playground-videos', token],
    queryFn: async ({ signal }) => {
      const response = await callGateway(token ?? '', listRequest(MAX_LISTED), signal);
      return (await response.json<{ data: ListedVideo[] }>()).data;
    },
    enabled: token !== undefined,
    gcTime: 0,
  });
}
