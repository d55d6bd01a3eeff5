import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { framesQuery } from '../../frames/queries.ts';
import { ScreenFrame } from '../../frames/ScreenFrame.tsx';
import { NotFound } from '../../parts/screen/NotFound.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';

const route = getRouteApi('/shell/x/$extension/$path');

/** A screen of an extension. */
export function ExtensionScreen() {
  const { extension, path } = route.useParams();
  const { data } = useQuery(framesQuery);
  const screen = data?.screens.find((one) => one.extension === extension && one.path === path);
  if (!screen) return <NotFound />;
  return (
    <>
      <PageHead title={screen.title} />
      <ScreenFrame key={screen.url} screen={screen} />
    </>
  );
}
