/** What happens by itself. */
export const words = {
  schedule: {
    title: 'Scheduled',
    none: 'Nothing is scheduled. To schedule a page, open it, choose Publish and set a time.',
    goesLive: 'goes live',
    goesOffline: 'goes offline',
    draftGoesLive: 'draft goes live',
    changeGoesLive: 'change goes live',
    dayAt: '{{day}} at {{hour}}',
  },
};
