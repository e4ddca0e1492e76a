package dev.tagwerk.spec;

/** Turns the values of a container job's keys into a record, and back. */
final class ContainerValues {
    private ContainerValues() {}

    static ContainerJob job(Values values) {
        return new ContainerJob(
                values.get(CommonKeys.NAME),
                values.get(ContainerKeys.IMAGE),
                values.get(ContainerKeys.COMMAND),
                values.get(ContainerKeys.ARGS),
                values.find(ContainerKeys.WORKING_DIRECTORY),
                values.get(ContainerKeys.ENV),
                values.get(ContainerKeys.SECRETS),
                values.get(ContainerKeys.VOLUMES),
                new ContainerResources(
                        values.find(ContainerKeys.CPUS),
                        values.find(ContainerKeys.MEMORY),
                        values.find(ContainerKeys.GPU),
                        values.find(ContainerKeys.GPUS),
                        values.find(ContainerKeys.SHARED_MEMORY)),
                values.find(ContainerKeys.MAX_DURATION),
                values.whole(ContainerKeys.RETRIES),
                values.get(ContainerKeys.EXPECTS),
                new ProviderHint(
                        values.find(ContainerKeys.PROVIDER),
                        values.find(ContainerKeys.REGION),
                        values.find(ContainerKeys.MACHINE)),
                TermsKeys.terms(values, TermsKeys.OF_ALL));
    }

    static Values of(ContainerJob job) {
        Values values = new Values();
        TermsKeys.put(values, TermsKeys.OF_ALL, job.terms());
        return values.put(CommonKeys.KIND, Kind.CONTAINER)
                .put(CommonKeys.NAME, job.name())
                .put(ContainerKeys.IMAGE, job.image())
                .put(ContainerKeys.COMMAND, job.command())
                .put(ContainerKeys.ARGS, job.args())
                .put(ContainerKeys.WORKING_DIRECTORY, job.workingDirectory())
                .put(ContainerKeys.ENV, job.env())
                .put(ContainerKeys.SECRETS, job.secrets())
                .put(ContainerKeys.VOLUMES, job.volumes())
                .put(ContainerKeys.CPUS, job.resources().cpus())
                .put(ContainerKeys.MEMORY, job.resources().memory())
                .put(ContainerKeys.GPU, job.resources().gpu())
                .put(ContainerKeys.GPUS, job.resources().gpus())
                .put(ContainerKeys.SHARED_MEMORY, job.resources().sharedMemory())
                .put(ContainerKeys.MAX_DURATION, job.maxDuration())
                .put(ContainerKeys.RETRIES, (long) job.retries())
                .put(ContainerKeys.EXPECTS, job.expects())
                .put(ContainerKeys.PROVIDER, job.provider().provider())
                .put(ContainerKeys.REGION, job.provider().region())
                .put(ContainerKeys.MACHINE, job.provider().machine());
    }
}
