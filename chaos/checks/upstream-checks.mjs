import { groupBy } from './group-by.mjs';
/** What the upstream made, and who knows of it. */
export const UPSTREAM_CHECKS = [
  {
    name: 'I4  every film belongs to one task, or is watched as an orphan',
    find: (evidence) => evidence.films.flatMap((film) => wrongOwnership(film, evidence)),
  },
  {
    name: 'I5  no film belongs to two tasks, or to another customer',
    find: ({ tasks, films, makerOf, taskById }) => [
      ...[
        ...groupBy(
          tasks.filter(({ upstream_id: id }) => id !== null),
          nameOfFilm,
        ),
      ]
        .filter(([, owners]) => owners.length > 1)
        .map(([name, owners]) => `${name}: ${owners.map(({ id }) => id).join(', ')}`),
      ...tasks.flatMap((task) => {
        const film = films.find(({ id }) => id === task.upstream_id);
        const maker = film && taskById.get(makerOf.get(film.id));
        if (film === undefined || (maker?.owner === task.owner && film.prompt === task.request.prompt))
          return [];
        return [`${task.id} of ${task.owner} has ${film.id}, made for ${maker?.id} of ${maker?.owner}`];
      }),
    ],
  },
];

function nameOfFilm({ account, upstream_id: id }) {
  return `${account} ${id}`;
}

function wrongOwnership({ id }, { tasks, submitEvidence, orphans, makerOf }) {
  const holders = tasks.filter((task) => task.upstream_id === id);
  if (holders.length > 1) return [`${id} belongs to ${holders.length} tasks`];
  const isKnown =
    holders.length === 1 ||
    submitEvidence.some((known) => known.upstream_id === id) ||
    orphans.some((orphan) => orphan.upstream_id === id) ||
    orphans.some((orphan) => orphan.upstream_id === null && orphan.task_id === makerOf.get(id));
  return isKnown ? [] : [`${id}, made for ${makerOf.get(id)}`];
}
