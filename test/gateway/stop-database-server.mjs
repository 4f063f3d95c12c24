export default async function stopDatabaseServer() {
  await globalThis.stopDatabaseServer?.();
}
