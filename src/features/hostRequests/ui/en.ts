export const words = {
  home: {
    hints: {
      HOST_REQUESTS: 'Requests at the git host do not work: whoever runs this server has to check GIT_TOKEN.',
    },
  },
};
