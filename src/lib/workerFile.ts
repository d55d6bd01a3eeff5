/**
 * The file a worker thread is started from. Worker threads run compiled code, so that a module run
 * from source (tests, `npm run dev`) starts the build of its worker in `dist/`.
 *
 * @param moduleUrl `import.meta.url` of the calling module
 * @param name the worker's file beside it, without extension
 */
export function workerFile(moduleUrl: string, name: string): URL {
  const url = new URL(`./${name}.js`, moduleUrl);
  if (!moduleUrl.endsWith('.ts')) return url;
  return new URL(url.href.replace(/\/src\/(?!.*\/src\/)/, '/dist/'));
}
