import { groupBy } from './group-by.mjs';

/** Compares the videos of the upstream with the tasks. */
export const UPSTREAM_CHECKS = [
  {
    name: 'I4  every video belongs to one task, or is watched as an orphan',
    find: (evidence) => evidence.videos.flatMap((video) => wrongOwnership(video, evidence)),
  },
  {
    name: 'I5  no video belongs to two tasks, or to another owner',
    find: ({ tasks, videos, makerByVideo, taskById }) => [
      ...[
        ...groupBy(
          tasks.filter(({ upstream_id: id }) => id !== null),
          getVideoName,
        ),
      ]
        .filter(([, owners]) => owners.length > 1)
        .map(([name, owners]) => `${name}: ${owners.map(({ id }) => id).join(', ')}`),
      ...tasks.flatMap((task) => {
        const video = videos.find(({ id }) => id === task.upstream_id);
        const maker = video && taskById.get(makerByVideo.get(video.id));
        if (video === undefined || (maker?.owner === task.owner && video.prompt === task.request.prompt))
          return [];
        return [`${task.id} of ${task.owner} has ${video.id}, made for ${maker?.id} of ${maker?.owner}`];
      }),
    ],
  },
];

function getVideoName({ account, upstream_id: id }) {
  return `${account} ${id}`;
}

function wrongOwnership({ id }, { tasks, submitEvidence, orphans, makerByVideo }) {
  const holders = tasks.filter((task) => task.upstream_id === id);
  if (holders.length > 1) return [`${id} belongs to ${holders.length} tasks`];
  const isKnown =
    holders.length === 1 ||
    submitEvidence.some((known) => known.upstream_id === id) ||
    orphans.some((orphan) => orphan.upstream_id === id) ||
    orphans.some((orphan) => orphan.upstream_id === null && orphan.task_id === makerByVideo.get(id));
  return isKnown ? [] : [`${id}, made for ${makerByVideo.get(id)}`];
}
