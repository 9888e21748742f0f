# One device for the whole run: what the environment says, else the CPU, which all machines have.
Logger.configure(level: :warning)
models = Dala.Test.models_folder()
:ok = Application.stop(:dala)
System.put_env("DALA_DEVICE", System.get_env("DALA_DEVICE") || "cpu")
# Other nodes find them here too.
if models, do: System.put_env("DALA_MODELS", models)
:ok = Application.start(:dala)

reasons = [
  {:models, models == nil, "no files of models beside the project or in DALA_MODELS"},
  {:timing, System.get_env("DALA_TEST_LONG") == nil, "only DALA_TEST_LONG=1 asks for times"},
  {:gles, not Dala.Test.gles?(), "this machine has no OpenGL ES"}
]

excluded = for {tag, true, reason} <- reasons, do: {tag, reason}
Dala.Test.Skips.put_reasons(excluded)

ExUnit.start(
  exclude: Keyword.keys(excluded),
  formatters: [ExUnit.CLIFormatter, Dala.Test.Skips],
  timeout: 300_000,
  capture_log: true
)
