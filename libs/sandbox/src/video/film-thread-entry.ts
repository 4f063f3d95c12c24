/**
 * Where the thread that makes films begins. This code may have been bundled into a program that lies elsewhere, so
 * the way leads through the library's door. Sources have a beginning of their own, which compiles them.
 */
export function filmThreadEntry(): URL {
  const door = import.meta.resolve('#sandbox');
  const entry = door.endsWith('.ts') ? 'from-source/film-thread.mjs' : 'film-thread.js';
  return new URL(`video/${entry}`, door);
}
